// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev A token that answers a transfer as it is told to, and tells with how much gas it was called.
contract WilfulToken {
    mapping(address account => uint256) public balanceOf;
    uint256 private _manner;

    event Called(uint256 gasAtStart);

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function setManner(uint256 manner) external {
        _manner = manner;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transfer(address to, uint256 amount) external {
        emit Called(gasleft());
        uint256 manner = _manner;
        if (manner == 5) revert("no");
        if (manner == 6) while (true) ++amount;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        assembly {
            mstore(0x00, eq(manner, 0))
            mstore(0x20, 0)
            switch manner
            case 2 {
                // Neither true nor false.
                mstore(0x00, 2)
            }
            case 3 {
                stop()
            }
            case 4 {
                // True, but cut off.
                mstore(0x00, 1)
                return(0x00, 31)
            }
            case 7 {
                mstore(0x00, 1)
                return(0x00, 0x1000)
            }
            case 8 {
                // An answer that is true after the first word.
                mstore(0x20, 1)
                return(0x00, 0x40)
            }
            case 9 {
                // A revert that says "true".
                mstore(0x00, 1)
                revert(0x00, 0x20)
            }
            return(0x00, 0x20)
        }
    }
}
